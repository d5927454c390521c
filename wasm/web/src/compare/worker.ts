// The script of the worker that works out what charts of all policies show.
import { buffers } from "../simulator/buffers";
import { workOut, type Jobs } from "./worked";

const scope = globalThis as unknown as {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<Jobs>) => void) | null;
};

scope.onmessage = ({ data }) => {
  const worked = workOut(data);
  scope.postMessage(worked, [...buffers(worked)]);
};
