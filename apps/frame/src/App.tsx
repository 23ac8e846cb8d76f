import type { PayloadOf } from '@latchkey/protocol'
import type { FrameContract } from '@latchkey/protocol/frame'
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { FrameState, ScreenState } from './context/Frame.ts'
import { LocaleProvider } from './locales/LocaleContext.tsx'
import type { Wallet } from './screens/parts/ScreenProps.ts'
import { useReportedHeight } from './screens/parts/useReportedHeight.ts'
import { CodeScreen } from './screens/signIn/CodeScreen.tsx'
import { useStore } from './store/useStore.ts'

export type HostEvents = {
  onScreen(screen: PayloadOf<FrameContract['events']['screen']>): void
  onEscape(): void
  onFocusExit(direction: 'forward' | 'backward'): void
}

export type AppProps = { store: StoreApi<FrameState>; wallet: Wallet; host: HostEvents }

function Screen({ screen, wallet, host }: { screen: ScreenState; wallet: Wallet; host: HostEvents }) {
  const shared = { wallet, onEscape: host.onEscape, onFocusExit: host.onFocusExit }
  if (screen.name === 'code') return <CodeScreen {...shared} flow={screen.flow} />
  if ('Screen' in screen) return <screen.Screen {...screen.content} {...shared} />
  if ('draw' in screen) return screen.draw(shared)
  return null
}

/**
 * What an approval asks the page for at least, CSS px; the same in firstScreen.css. It is more than counts as low there, with
 * room for the modal's own line: else a page that gives as much as is wanted would leave it too low, or swing between the two.
 */
const APPROVAL_HEIGHT = 528
/** The page takes away what is over in less, ms. */
const LINGER = 2_500
const SILENT: HostEvents = {
  onScreen: () => undefined,
  onEscape: () => undefined,
  onFocusExit: () => undefined,
}

/** A screen that is over stays for as long as the page may need to take it away: nothing empty is seen meanwhile. */
function useLingering(screen: ScreenState): ScreenState {
  const last = useRef(screen)
  const [, redraw] = useState(0)
  const isOver = screen.name === 'none'
  useEffect(() => {
    if (!isOver) {
      last.current = screen
      return
    }
    const timer = setTimeout(() => {
      last.current = screen
      redraw((count) => count + 1)
    }, LINGER)
    return () => clearTimeout(timer)
  }, [isOver, screen])
  return isOver ? last.current : screen
}

/** Shows the screen of the moment and tells the host which it is and how high. */
export function App({ store, wallet, host }: AppProps): ReactElement {
  const { screen, locale, mark } = useStore(store)
  const { name } = screen
  const shown = useLingering(screen)
  const isOver = shown !== screen
  const least = 'Screen' in shown ? APPROVAL_HEIGHT : 0
  const report = useCallback(
    (height: number) => host.onScreen({ screen: name, height: Math.max(least, height) }),
    [host, name, least],
  )
  const measure = useReportedHeight(report)

  useEffect(() => {
    document.documentElement.lang = locale.tag
    document.documentElement.dir = locale.dir
  }, [locale])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-shown', shown.name !== 'none')
  }, [shown.name])
  useEffect(() => {
    if (name === 'none') host.onScreen({ screen: 'none', height: 0 })
  }, [host, name])

  const draw = (element: HTMLElement | null) => {
    // By property: React 18 does not know the attribute.
    if (element) element.inert = isOver
    measure(isOver ? null : element)
  }
  return (
    <LocaleProvider value={locale}>
      {shown.name === 'none' ? null : (
        <div key={shown.name} ref={draw} className="fr-app">
          <Screen screen={shown} wallet={mark ? { ...wallet, mark } : wallet} host={isOver ? SILENT : host} />
        </div>
      )}
    </LocaleProvider>
  )
}
