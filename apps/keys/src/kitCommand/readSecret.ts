/** One line of the terminal, not echoed; of a pipe, its first line. */
export function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process
  // The prompt goes to stderr, so that the output can be sent elsewhere.
  stderr.write(prompt)
  const isTerminal = stdin.isTTY === true
  if (isTerminal) stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let line = ''
    const finish = (settle: () => void) => {
      if (isTerminal) stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
      settle()
    }
    stdin.on('data', (chunk: string) => {
      for (const character of chunk) {
        if (character === '\u0003') return finish(() => reject(new Error('Cancelled.')))
        if (character === '\n' || character === '\r' || character === '\u0004')
          return finish(() => resolve(line))
        line = character === '\u007F' || character === '\b' ? line.slice(0, -1) : line + character
      }
    })
    stdin.once('end', () => finish(() => resolve(line)))
  })
}
