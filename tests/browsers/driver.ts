/** What a visitor's browser is set to. */
export interface BrowserSettings {
  width: number;
  height: number;
  dark: boolean;
  reducedMotion: boolean;
  script: boolean;
}

export type Pointer = 'mouse' | 'touch';

/** The little that a journey needs of a browser; each engine implements it. */
export interface Driver {
  /** Starts a navigation without waiting for it. */
  navigate(url: string): Promise<void>;
  /** Calls a function, given as source, in the page, and returns what it (or its promise) returns, as JSON. */
  call(source: string): Promise<string | undefined>;
  /** Presses a point of the viewport, in CSS pixels. */
  press(x: number, y: number, pointer: Pointer): Promise<void>;
  /** Presses a key: a character, or a name of UI Events (`Enter`). */
  key(name: string, isShifted: boolean): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The viewport as PNG. */
  picture(): Promise<Uint8Array>;
  /** The errors of the pages so far, in the browser's words. */
  faults(): string[];
  close(): Promise<void>;
}

/** A browser that has been started, or will be at the first visit. */
export interface Engine {
  visit(settings: BrowserSettings): Promise<Driver>;
  stop(): Promise<void>;
}
