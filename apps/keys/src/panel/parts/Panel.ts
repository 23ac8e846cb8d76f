import type { Say } from '../locales/say.ts'
import type { Child } from './elements.ts'

/** One screen of a panel. */
export type Step = {
  title: string
  /** Under the title. */
  lead?: string
  body?: readonly Child[]
  /** Side by side at the bottom; the last is the one to do next. */
  actions?: readonly Child[]
  /** Gets the focus instead of the title. */
  focus?: HTMLElement
  /** Called when the step goes, however it goes. */
  leave?(): void
}

/** What a panel's script works with. */
export type Panel = {
  readonly say: Say
  /** Fires when the panel is closed. */
  readonly signal: AbortSignal
  /**
   * Shows a step until it answers.
   *
   * @throws PanelClosedError when the panel is closed first
   */
  ask<T>(make: (answer: (value: T) => void) => Step): Promise<T>
  /**
   * Shows a waiting screen while `run` does its work. What a person can do something about is shown with "Try again";
   * every other error ends the panel.
   */
  work<T>(waiting: string, run: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Says something to screen readers. */
  announce(text: string): void
  /** Whether an event was made by the person and not by a script. */
  isGenuine(event: Event): boolean
}

/** The steps of one panel, from the first screen to the last. */
export type PanelScript = (panel: Panel) => Promise<void>
