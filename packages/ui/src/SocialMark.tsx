import type { ReactElement } from 'react'

/** One line each on a 24 px grid, in the colour of the text around it. */
const paths = {
  google: 'M20.2 12H12.5M20.2 12a8.2 8.2 0 1 1-2.6-6',
  x: 'M4 4h4.4L20 20h-4.4ZM19.6 4l-6.7 7.3M11 13.2 4.4 20',
  farcaster: 'M4.5 5h15M6.5 5v15M17.5 5v15M9.5 20v-6.2a2.5 2.5 0 0 1 5 0V20M4.5 20h5M14.5 20h5',
  discord:
    'M8.2 6.8c2.5-.8 5.1-.8 7.6 0 2 2.9 3 6.1 2.7 9.7-1.2.9-2.5 1.5-3.9 1.8l-.9-1.7M8.2 6.8c-2 2.9-3 6.1-2.7 9.7 1.2.9 2.5 1.5 3.9 1.8l.9-1.7M8.5 16c2.3.9 4.7.9 7 0M9.5 12.4h.01M14.5 12.4h.01',
  apple:
    'M12 8.4c1.1-1 2.3-1.5 3.6-1.4 1.3.1 2.4.8 3.1 1.8-2.6 1.7-2.2 5 .4 6.1-.8 2.5-2.3 5-4 5-1.1 0-1.7-.7-3.1-.7s-2 .7-3.1.7c-2.3 0-4.4-4.1-4.4-7.4 0-3.3 2.1-5.4 4.4-5.5 1.2 0 2.2.6 3.1 1.4ZM12 6.2c0-1.9 1.2-3.3 2.9-3.7',
  github:
    'm4.8 4.2 3.3 1.9a9.6 9.6 0 0 1 7.8 0l3.3-1.9.5 4.8c.7 5-2.2 7.7-7.7 7.7S3.6 14 4.3 9ZM9.2 20.5v-3.9M14.8 20.5v-3.9',
  facebook: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12.4 21v-9c0-2 1-3.2 3.2-3.2M9.6 13.4h5.6',
}

/** The name of a network that has a mark. */
export type SocialMarkName = keyof typeof paths

export type SocialMarkProps = {
  provider: SocialMarkName
  /** Edge in px; default 24. */
  size?: number | undefined
}

/** Whether there is a mark for it. */
export const hasSocialMark = (provider: string): provider is SocialMarkName => Object.hasOwn(paths, provider)

/**
 * The mark of a network that one can sign in with. Its name stands beside it, or is the button's.
 * @example <Button icon={<SocialMark provider="github" size={20} />}>Continue with GitHub</Button>
 */
export function SocialMark({ provider, size = 24 }: SocialMarkProps): ReactElement {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      aria-hidden="true"
    >
      <path d={paths[provider]} />
    </svg>
  )
}
