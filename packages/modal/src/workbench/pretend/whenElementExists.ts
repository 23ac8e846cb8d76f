/** Frames that one waits: a view whose code is still on its way. */
const MOST = 300

/** Does something with an element as soon as it is there. */
export function whenElementExists<Found extends HTMLElement>(
  root: ShadowRoot,
  selector: string,
  act: (element: Found) => void,
  frames = MOST,
): void {
  const element = root.querySelector<Found>(selector)
  if (element) act(element)
  else if (frames > 0) requestAnimationFrame(() => whenElementExists(root, selector, act, frames - 1))
}
