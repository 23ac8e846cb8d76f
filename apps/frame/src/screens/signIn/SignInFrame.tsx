import { type ReactElement, type ReactNode, useMemo } from 'react'
import { LocaleProvider, useLocale } from '../../locales/LocaleContext.tsx'
import { signInLocale } from '../../locales/signInLocale.ts'
import { ScreenFrame } from '../parts/ScreenFrame.tsx'
import type { ScreenProps } from '../parts/ScreenProps.ts'

/** What the screens of the ways to sign in have around them: the words of their part, and the frame of every screen. */
export function SignInFrame({
  wallet,
  onEscape,
  onFocusExit,
  labelledBy,
  screenKey,
  children,
}: ScreenProps & { labelledBy: string; screenKey: string; children: ReactNode }): ReactElement {
  const base = useLocale()
  const locale = useMemo(() => signInLocale(base), [base])
  return (
    <LocaleProvider value={locale}>
      <ScreenFrame
        wallet={wallet}
        labelledBy={labelledBy}
        screenKey={screenKey}
        onEscape={onEscape}
        onFocusExit={onFocusExit}
      >
        {children}
      </ScreenFrame>
    </LocaleProvider>
  )
}
