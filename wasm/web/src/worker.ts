// The script of the workers that run the Go programs.
import { serve } from "./simulator/worker";
import { prepare } from "./tables/prepared";

serve(prepare);
