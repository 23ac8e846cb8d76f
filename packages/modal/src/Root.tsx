import type { Config } from '@latchkey/core'
import { LatchkeyProvider } from '@latchkey/react'
import type { ReactElement } from 'react'
import { App, type AppProps } from './App.tsx'
import type { Locale } from './locales/Locale.ts'
import { LocaleContext } from './locales/LocaleContext.tsx'

/** The React tree of one modal. */
export const Root = ({
  config,
  locale,
  ...props
}: { config: Config; locale: Locale } & AppProps): ReactElement => (
  <LatchkeyProvider config={config}>
    <LocaleContext.Provider value={locale}>
      <App {...props} />
    </LocaleContext.Provider>
  </LatchkeyProvider>
)
