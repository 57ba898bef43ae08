// What the scripts of a page share, and what a browser may have beyond the standard.

/** The values of a widget, by their names in Python. */
type Values = { [name: string]: any };

/** What takes a widget's values and messages: a Python that is awake, or one that they wake. */
interface PythonOfWidget {
  save(changed: Values, old?: Values): void;
  send?(content: unknown): void;
  wake?(): void;
}

/** What a widget of a page has in place of a model in Jupyter: see page_model.js. */
interface PageModel {
  python: PythonOfWidget | null;
  get(name: string): any;
  set(name: string, value: unknown): void;
  on(event: string, action: (...details: any[]) => void): void;
  off(event: string, action: (...details: any[]) => void): void;
  save_changes(): void;
  send(content: unknown): void;
  deliver(): void;
  drop(): void;
  receive(state: Values): void;
  emit(event: string, ...details: unknown[]): void;
  values(): Values;
}

/** A widget that is drawn on a page. */
interface DrawnWidget {
  el: HTMLElement;
  model: PageModel;
}

interface PerceptronPage {
  widgets: { [id: string]: { render(drawn: DrawnWidget): void } };
  eachDrawn(action: (drawn: DrawnWidget) => void): void;
  show(el: HTMLElement, values: Values): PageModel;
  letScroll(place: Element): void;
}

declare var perceptronPage: PerceptronPage;

/** An output of a cell, as a notebook stores it. */
type StoredOutput = { output_type: string; [part: string]: any };

/** What the worker tells a page while it is at a task, and what python.js adds; see page_kernel.py. */
type PythonMessage =
  | { kind: "begin"; cell: string; place: number; of: number }
  | { kind: "output"; cell: string; output: StoredOutput }
  | { kind: "clear"; cell: string; wait: boolean }
  | { kind: "comm_open" | "comm_msg" | "comm_close"; comm_id: string; data: Values; buffers: string[] }
  | { kind: "loading"; name: string }
  | { kind: "state"; name: string; text: string; done?: number; of?: number }
  | { kind: "ended" };

interface Navigator {
  connection?: { saveData: boolean };
}

interface WorkerOptions {
  extendedLifetime?: boolean;
}
