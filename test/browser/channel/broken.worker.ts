throw new Error('this script fails while it starts')
