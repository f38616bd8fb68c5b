module florin.invalid/florin

go 1.24
