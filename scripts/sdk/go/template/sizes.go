package gatewright

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// sizeRules is what the contract says about the sizes of a model.
type sizeRules struct {
	SizeField       string     `json:"size_field"`
	TierField       string     `json:"tier_field"`
	Forms           []string   `json:"forms"`
	RatioSeparators []string   `json:"ratio_separators"`
	Tiers           []sizeTier `json:"tiers"`
	AutoRatio       string     `json:"auto_ratio"`
	Pixels          struct {
		Separators []string    `json:"separators"`
		Above      int64       `json:"above"`
		Side       [2]int64    `json:"side"`
		Area       [2]int64    `json:"area"`
		Ratio      [2][2]int64 `json:"ratio"`
		Advice     string      `json:"advice"`
	} `json:"pixels"`
	Advice string `json:"advice"`
	Cases  []struct {
		When     any      `json:"when"`
		Forms    []string `json:"forms"`
		AutoTier string   `json:"auto_tier"`
		Message  string   `json:"message"`
	} `json:"cases"`
	Rules []struct {
		Rule    any    `json:"rule"`
		Message string `json:"message"`
	} `json:"rules"`
}

// sizeTier is a row of a size table.
type sizeTier struct {
	Name  string `json:"name"`
	Sizes []struct {
		Ratio  string `json:"ratio"`
		Width  int64  `json:"width"`
		Height int64  `json:"height"`
	} `json:"sizes"`
}

// settle returns the pixels of each result, and the tier unless the request names the pixels. The request as it was sent lacks the
// defaults.
func (s *sizeRules) settle(sent, request map[string]any, reference *[2]int64) ([2]int64, string) {
	for _, one := range s.Rules {
		if !isTrue(one.Rule, request) {
			refuse("%s", one.Message)
		}
	}
	text := read("text", []any{s.SizeField}, request).(string)
	form, value, pixels := s.readForm(text)
	forms, autoTier, message := s.Forms, "", s.unsupported(text)
	for _, one := range s.Cases {
		if isTrue(one.When, request) {
			forms, autoTier, message = one.Forms, one.AutoTier, one.Message
			break
		}
	}
	if !slices.Contains(forms, form) {
		refuse("%s", message)
	}
	tier := autoTier
	switch {
	case form == "pixels":
		s.expectAllowed(pixels)
		return pixels, ""
	case form == "tier":
		tier = value
	case form == "ratio" || autoTier == "" || sent[s.TierField] != nil:
		tier = read("text", []any{s.TierField}, request).(string)
	}
	row := s.row(tier)
	ratio := value
	if form != "ratio" {
		ratio = s.autoRatio(row, reference)
	}
	for _, one := range row.Sizes {
		if one.Ratio == ratio {
			return [2]int64{one.Width, one.Height}, row.Name
		}
	}
	refuse("%s", s.unsupported(text))
	return pixels, ""
}

var pixelsPattern = regexp.MustCompile(`^([1-9][0-9]{0,6})([^0-9])([1-9][0-9]{0,6})$`)

// readForm reads how a size is written; the form is empty for anything else.
func (s *sizeRules) readForm(text string) (form, value string, pixels [2]int64) {
	if text == "auto" {
		return "auto", "", pixels
	}
	if tier := s.findTier(text); tier != nil {
		return "tier", tier.Name, pixels
	}
	for _, separator := range s.RatioSeparators {
		ratio := strings.Replace(text, separator, ":", 1)
		if strings.Contains(text, separator) && s.hasRatio(ratio) {
			return "ratio", ratio, pixels
		}
	}
	match := pixelsPattern.FindStringSubmatch(text)
	if match == nil || !slices.Contains(s.Pixels.Separators, match[2]) {
		return "", "", pixels
	}
	pixels[0], _ = strconv.ParseInt(match[1], 10, 64) // seven digits
	pixels[1], _ = strconv.ParseInt(match[3], 10, 64)
	if max(pixels[0], pixels[1]) <= s.Pixels.Above {
		return "", "", pixels
	}
	return "pixels", "", pixels
}

func (s *sizeRules) findTier(name string) *sizeTier {
	for index, tier := range s.Tiers {
		if strings.EqualFold(tier.Name, name) {
			return &s.Tiers[index]
		}
	}
	return nil
}

func (s *sizeRules) hasRatio(ratio string) bool {
	for _, tier := range s.Tiers {
		for _, one := range tier.Sizes {
			if one.Ratio == ratio {
				return true
			}
		}
	}
	return false
}

func (s *sizeRules) row(name string) *sizeTier {
	tier := s.findTier(name)
	if tier == nil {
		names := make([]string, len(s.Tiers))
		for index, one := range s.Tiers {
			names[index] = one.Name
		}
		refuse("%s: %q is not supported; use %s", s.TierField, name, strings.Join(names, ", "))
	}
	return tier
}

func (s *sizeRules) unsupported(text string) string {
	return s.SizeField + ": " + quoted(text) + " is not supported; use " + s.Advice
}

func (s *sizeRules) expectAllowed(size [2]int64) {
	width, height, rules := size[0], size[1], s.Pixels
	low, high := rules.Ratio[0], rules.Ratio[1]
	isWithin := func(limits [2]int64, value int64) bool {
		return limits[0] <= value && value <= limits[1]
	}
	if !isWithin(rules.Side, width) || !isWithin(rules.Side, height) || !isWithin(rules.Area, width*height) ||
		low[0]*height > width*low[1] || width*high[1] > high[0]*height {
		refuse("%s: %dx%d is not supported; use %s", s.SizeField, width, height, rules.Advice)
	}
}

// autoRatio returns the ratio that is nearest to the reference, or else the one of the model.
func (s *sizeRules) autoRatio(row *sizeTier, reference *[2]int64) string {
	if reference == nil {
		if s.AutoRatio != "" {
			return s.AutoRatio
		}
		return row.Sizes[0].Ratio
	}
	if min(reference[0], reference[1]) < 1 {
		refuse("the first reference has at least one pixel in each direction")
	}
	best, nearest := "", 0.0
	for _, one := range row.Sizes {
		terms := strings.Split(one.Ratio, ":")
		width, _ := strconv.ParseFloat(terms[0], 64) // a table has only ratios
		height, _ := strconv.ParseFloat(terms[1], 64)
		across, down := width*float64(reference[1]), height*float64(reference[0])
		if distance := max(across, down) / min(across, down); best == "" || distance < nearest {
			best, nearest = one.Ratio, distance
		}
	}
	return best
}
