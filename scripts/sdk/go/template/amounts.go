package gatewright

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

var (
	amountPattern = regexp.MustCompile(`^([0-9]{1,18})(?:\.([0-9]{1,9}))?$`)
	nanoScale     = big.NewInt(1_000_000_000)
)

// toNano reads a decimal in billionths.
func toNano(decimal string) *big.Int {
	match := amountPattern.FindStringSubmatch(decimal)
	if match == nil {
		refuse("%.100q is not a decimal with at most 18 digits and 9 places", decimal)
	}
	nano, _ := new(big.Int).SetString(match[1]+match[2]+strings.Repeat("0", 9-len(match[2])), 10)
	return nano
}

// formatNano writes billionths as the shortest decimal.
func formatNano(nano *big.Int) string {
	whole, fraction := new(big.Int).QuoRem(nano, nanoScale, new(big.Int))
	text := fmt.Sprintf("%d.%09d", whole, fraction)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// multiplyNano multiplies by a decimal, and rounds half up to a billionth.
func multiplyNano(nano *big.Int, ratio string) *big.Int {
	product := new(big.Int).Mul(nano, toNano(ratio))
	product.Mul(product, big.NewInt(2)).Add(product, nanoScale)
	return product.Quo(product, new(big.Int).Mul(nanoScale, big.NewInt(2)))
}
