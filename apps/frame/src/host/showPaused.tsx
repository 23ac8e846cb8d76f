import type { Frame } from '../context/Frame.ts'
import { showScreen } from '../context/showScreen.ts'
import { PausedScreen, type PausedSite } from '../screens/approval/PausedScreen.tsx'

/**
 * Shows that the site is paused, and until when.
 *
 * @returns whether the person lets it ask again
 * @throws UserRejectedError when the host takes the request back
 */
export function showPaused(
  frame: Frame,
  paused: Pick<PausedSite, 'site' | 'until'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { appName } = frame.store.getState()
  return showScreen<boolean>(frame, signal, ({ resolve }) => ({
    name: 'approval',
    draw: (props) => (
      <PausedScreen
        {...props}
        {...paused}
        appName={appName}
        now={frame.now}
        onClose={() => resolve(false)}
        onLift={() => resolve(true)}
      />
    ),
  }))
}
