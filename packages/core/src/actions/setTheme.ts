import type { Config } from '../createConfig.ts'
import type { ThemeState } from '../slices/theme.ts'

/** Changes mode, accent or language; the embedded frame follows. */
export const setTheme = (config: Config, theme: Partial<ThemeState>): void => config.theme.setState(theme)
