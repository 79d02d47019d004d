import type { AttackedServer } from './attacked-server.ts';
import type { Visit } from './visitor.ts';

/** What an attack reports of itself, besides what the visitors experienced. */
export interface Report {
  /** Requests that were really sent, or connections opened where the attack consists of those. */
  requests: number;
  /** What went wrong, in plain words; empty when the server held. */
  broken: string[];
  /** Figures worth printing below the table. */
  notes: string[];
  /** Only visitors from this time on (Date.now) count for the share that gets in; without it all do. */
  shareFrom?: number;
}

export interface Attack {
  name: string;
  settings: Record<string, string>;
  /** How visitors have addresses of their own: by X-Forwarded-For (one proxy), or by their socket's local address. */
  visitorsBy: 'header' | 'socket';
  /** Runs before the first visitor comes. */
  prepare?(attacked: AttackedServer): Promise<void>;
  run(attacked: AttackedServer): Promise<Report>;
  /** Returns which bounds the visits break; without it the usual bounds apply. */
  judge?(visits: Visit[], attacked: AttackedServer): Promise<string[]>;
}
