import { connect } from 'node:net'

/** What a server answers to these lines, sent as they are and followed by an empty one. */
export const rawAnswer = (port: number, ...lines: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, 'localhost')
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (data) => {
      text += data
    })
    socket.once('end', () => resolve(text))
    socket.once('error', reject)
    socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  })
