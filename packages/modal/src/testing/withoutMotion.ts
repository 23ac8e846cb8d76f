import { afterAll, beforeAll } from 'vitest'
import { cdp } from 'vitest/browser'

/**
 * Makes the visitor of a whole test file one who wants no motion. It is for files about what views hold and do: every
 * click waits until what it presses stands still, and drawing each frame of the way costs as much as the test. How views
 * move is tested where it matters, and end to end.
 */
export function withoutMotion(): void {
  const session = () => cdp() as unknown as { send(method: string, params: unknown): Promise<unknown> }
  const wish = (value: string) =>
    session().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
  beforeAll(() => wish('reduce'))
  afterAll(() => wish(''))
}
