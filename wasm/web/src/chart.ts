// A line per policy of a number over time, averaged over a few pixels.
import { duration, moment } from "./format";
import { Plot } from "./plot";
import type { Steps } from "./series";
import { policyColour, theme } from "./theme";
import type { View } from "./view";

export interface Line {
  policy: string;
  name: string;
  steps: Steps;
}

export class Chart {
  private readonly plot: Plot;
  private pointer: number | undefined; // the second under the pointer

  constructor(
    canvas: HTMLCanvasElement,
    private readonly view: View,
    private readonly lines: Line[],
    private readonly max: number,
    private readonly label: (v: number) => string,
    private readonly unixStart: number,
    private readonly readout: HTMLElement,
    /** Says over what time the lines are averaged. */
    private readonly note: HTMLElement,
    /** Width of what is averaged, in CSS pixels. */
    private readonly bin: number,
  ) {
    this.plot = new Plot(canvas, view, () => this.paint(), unixStart);
    canvas.addEventListener("pointermove", (e) => {
      this.pointer = this.plot.t(e.offsetX);
      this.plot.draw();
    });
    canvas.addEventListener("pointerleave", () => {
      this.pointer = undefined;
      this.plot.draw();
    });
  }

  readonly draw = (): void => this.plot.draw();

  private paint(): void {
    const { plot, view } = this;
    const { g } = plot;
    plot.axes(this.max, this.label);
    const steps = Math.max(Math.floor(plot.plotWidth / this.bin), 1);
    const dt = (view.to - view.from) / steps;
    this.note.textContent = `Lines are means over ${duration(dt)}.`;
    g.save();
    g.beginPath();
    g.rect(plot.left, plot.top - 1, plot.plotWidth, plot.plotHeight + 2);
    g.clip();
    g.lineWidth = 1.5;
    g.lineJoin = "round";
    this.lines.forEach((l) => {
      g.strokeStyle = policyColour(l.policy);
      g.beginPath();
      for (let k = 0; k < steps; k++) {
        const from = view.from + k * dt;
        if (view.now !== undefined && from > view.now) break;
        const y = plot.top + plot.plotHeight * (1 - l.steps.mean(from, from + dt) / this.max);
        g.lineTo(plot.left + ((k + 0.5) / steps) * plot.plotWidth, y);
      }
      g.stroke();
    });
    g.restore();
    plot.cursor(false);
    this.readValues();
  }

  private readValues(): void {
    const t = this.pointer ?? this.view.now;
    if (t === undefined || t < this.view.from || t > this.view.to) {
      this.readout.textContent = "";
      return;
    }
    const { plot } = this;
    plot.g.strokeStyle = theme().faint;
    plot.g.lineWidth = 1;
    plot.g.setLineDash([3, 3]);
    plot.g.beginPath();
    plot.g.moveTo(plot.x(t), plot.top);
    plot.g.lineTo(plot.x(t), plot.top + plot.plotHeight);
    plot.g.stroke();
    plot.g.setLineDash([]);
    const values = this.lines.map((l) => `${l.name} ${this.label(l.steps.when(t))}`);
    this.readout.textContent = `${moment(Math.round(t), this.unixStart)}: ${values.join(", ")}`;
  }
}
