const png8 = (source: string) =>
  `convert ${source} -depth 8 -define png:exclude-chunk=gAMA,cHRM,sRGB png:s.png`
const png16 = (source: string) =>
  `convert ${source} -depth 16 -define png:exclude-chunk=gAMA,cHRM,sRGB png:s.png`
const avif = (options: string, source = png8('rgb')) =>
  `${source} && avifenc --min 0 --max 0 --minalpha 0 --maxalpha 0 ${options} s.png $o`
const jxl = (options: string, source = png8('rgb')) => `${source} && cjxl ${options} s.png $o`
const heif = (options: string, source = png8('rgb')) => `${source} && heif-enc ${options} s.png -o $o`

/** As `plainCommands` of `picture-kinds.ts`. */
export const codedPictureCommands: Readonly<
  Record<'heic' | 'avif' | 'jxl', Readonly<Record<string, string>>>
> = {
  heic: {
    'lossless, 4:4:4': heif('-L -p chroma=444'),
    'lossy, 4:4:4': heif('-q 60 -p chroma=444'),
    'lossy, 4:2:2': heif('-q 90 -p chroma=422'),
    'lossy, 4:2:0': heif('-q 90 -p chroma=420'),
    grey: heif('-L', png8('grey')),
    '10 bits, 4:4:4': heif('-L -b 10 -p chroma=444', png16('rgb')),
    '12 bits, 4:4:4': heif('-L -b 12 -p chroma=444', png16('rgb')),
    'with alpha': heif('-L -p chroma=444', png8('rgba')),
    'with premultiplied alpha': heif(
      '-L -p chroma=444 --premultiplied-alpha',
      png8(
        '\\( rgba -background black -alpha remove \\) \\( rgba -alpha extract \\) -compose CopyOpacity -composite',
      ),
    ),
    'with a thumbnail': heif('-L -p chroma=444 -t 32'),
    'two pictures': `${png8('rgb')} && convert grey -depth 8 png:t.png && heif-enc -L -p chroma=444 s.png t.png -o $o`,
    'with EXIF': `convert rgb -quality 100 s.jpg && exiftool -q -overwrite_original -n -Artist=me s.jpg && heif-enc -L -p chroma=444 s.jpg -o $o`,
  },
  avif: {
    ...Object.fromEntries(
      ['444', '422', '420'].flatMap((sampling) =>
        [8, 10, 12].map((bits) => [
          `${sampling}, ${bits} bits`,
          avif(`-y ${sampling} -d ${bits}`, png16('rgb -blur 0x4')),
        ]),
      ),
    ),
    grey: avif('-y 400', png8('grey')),
    lossless: avif('-l'),
    'limited range': avif('-y 444 -r limited'),
    'with alpha': avif('-y 444', png8('rgba')),
    'turned by a quarter': avif('-y 444 --irot 1'),
    mirrored: avif('-y 444 --imir 1'),
    'by libheif': `${png8('rgb')} && heif-enc -A -L -p chroma=444 s.png -o $o`,
  },
  jxl: {
    lossless: jxl('-d 0'),
    'lossless, 16 bits': jxl('-d 0', png16('rgb')),
    'lossless, grey': jxl('-d 0', png8('grey')),
    'lossless, grey, 16 bits': jxl('-d 0', png16('grey')),
    'lossless, grey and alpha': jxl('-d 0', png8('greya')),
    'lossless, with alpha': jxl('-d 0', png8('rgba')),
    lossy: jxl('-d 1'),
    'lossy, with alpha': jxl('-d 1', png8('rgba')),
    'lossy, 16 bits': jxl('-d 1', png16('rgb')),
    'lossy, modular': jxl('-d 1 -m 1'),
    'lossy, progressive': jxl('-d 1 -p'),
    'in boxes': jxl('-d 0 --container=1'),
    'of a JPEG, 4:4:4': 'convert rgb -quality 90 -sampling-factor 4:4:4 s.jpg && cjxl s.jpg $o',
    'of a JPEG, 4:2:0': 'convert rgb -quality 90 -sampling-factor 4:2:0 s.jpg && cjxl s.jpg $o',
    'of a grey JPEG': 'convert grey -type grayscale -quality 90 s.jpg && cjxl s.jpg $o',
    'of a turned JPEG':
      'convert rgb -quality 90 s.jpg && exiftool -q -overwrite_original -n -Orientation=6 s.jpg && cjxl s.jpg $o',
  },
}
