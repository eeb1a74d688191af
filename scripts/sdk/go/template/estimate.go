package gatewright

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"math/big"
	"slices"
	"sync"
)

// RequestEstimate is what a request makes and costs.
type RequestEstimate struct {
	// Model is the id of the model, however it was spelled.
	Model string
	// Width and Height are pixels; of a layer decomposition, at most.
	Width, Height int
	// Count is the number of images, or of layers at most; 1 for a clip.
	Count int
	// Seconds is the length of a clip; 0 for images.
	Seconds int
	// HoldUSD is held at submission, a decimal; what is too much is returned when the task has ended.
	HoldUSD string
	// PriceUSD is charged if everything is made, a decimal; for a layer decomposition, at most.
	PriceUSD string
}

// EstimateError is a request that cannot be estimated: a model, a size or a value that has no price.
type EstimateError struct {
	Message string
}

func (e *EstimateError) Error() string {
	return e.Message
}

// EstimateOption says what is known besides a request.
type EstimateOption func(*estimating)

type estimating struct {
	groupRatio     string
	firstReference *[2]int64
}

// WithGroupRatio sets the price ratio of the key's group, a decimal.
func WithGroupRatio(ratio string) EstimateOption {
	return func(e *estimating) { e.groupRatio = ratio }
}

// WithFirstReference sets the pixels of the first reference image, which decides the ratio of the result when the size is auto.
func WithFirstReference(width, height int) EstimateOption {
	return func(e *estimating) { e.firstReference = &[2]int64{int64(width), int64(height)} }
}

// Estimate estimates an image or video request, without a network, by the contract of this package: one of its types, or anything
// that is the same as JSON. It returns an *EstimateError for models, sizes and values that have no price. Otherwise the request is
// not validated: the gateway may still refuse it, and its prices may have changed.
func Estimate(request any, options ...EstimateOption) (estimate *RequestEstimate, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			refusal, isRefusal := thrown.(*EstimateError)
			if !isRefusal {
				panic(thrown)
			}
			estimate, err = nil, refusal
		}
	}()
	e := estimating{groupRatio: "1"}
	for _, option := range options {
		if option != nil {
			option(&e)
		}
	}
	sent := asSent(request)
	return e.estimate(chooseModel(sent["model"]), sent), nil
}

// estimateModel is what the contract says about a model.
type estimateModel struct {
	ID          string         `json:"id"`
	Spellings   []string       `json:"spellings"`
	Unsupported string         `json:"unsupported"`
	Defaults    map[string]any `json:"defaults"`
	Sizes       sizeRules      `json:"sizes"`
	Rates       []struct {
		Tier      *string `json:"tier"`
		MaxPixels *int64  `json:"max_pixels"`
		Rate      string  `json:"rate"`
	} `json:"rates"`
	Surcharge struct {
		Free int64  `json:"free"`
		Rate string `json:"rate"`
	} `json:"surcharge"`
	Holds []struct {
		When   any   `json:"when"`
		Images int64 `json:"images"`
	} `json:"holds"`
	References []string `json:"references"`
	Count      any      `json:"count"`
	Seconds    any      `json:"seconds"`
	Layers     *struct {
		When any   `json:"when"`
		Max  int64 `json:"max"`
	} `json:"layers"`
}

//go:embed estimates.json
var estimatesFile []byte

// estimateModels is read once; the file is written by the generator.
var estimateModels = sync.OnceValue(func() []*estimateModel {
	var models []*estimateModel
	if err := decodeNumbers(estimatesFile, &models); err != nil {
		panic(err)
	}
	return models
})

func chooseModel(name any) *estimateModel {
	spelling, _ := name.(string)
	for _, model := range estimateModels() {
		if !slices.Contains(model.Spellings, spelling) {
			continue
		}
		if model.Unsupported != "" {
			refuse("%s", model.Unsupported)
		}
		return model
	}
	refuse("there is no image or video model %s", quoted(name))
	return nil
}

// asSent returns a request as the service would read it.
func asSent(request any) map[string]any {
	if isNil(request) {
		refuse("the request is nil")
	}
	switch one := request.(type) {
	case ImageRequest:
		request = one.imageRequest()
	case VideoRequest:
		request = one.videoRequest()
	}
	data, err := json.Marshal(request)
	var sent map[string]any
	if err == nil {
		err = decodeNumbers(data, &sent)
	}
	if err != nil {
		refuse("the request is no JSON object: %s", err)
	}
	return sent
}

func decodeNumbers(data []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return decoder.Decode(value)
}

func (e estimating) estimate(model *estimateModel, sent map[string]any) *RequestEstimate {
	request := make(map[string]any, len(sent)+len(model.Defaults))
	for _, members := range []map[string]any{model.Defaults, sent} {
		for name, value := range members {
			if value != nil {
				request[name] = value
			}
		}
	}
	size, tier := model.Sizes.settle(sent, request, e.firstReference)
	count, seconds := model.atLeastOne("count", model.Count, request), int64(0)
	unit := toNano(model.rate(size, tier))
	if model.Seconds != nil {
		seconds = model.atLeastOne("seconds", model.Seconds, request)
		unit.Mul(unit, big.NewInt(seconds))
	}
	held := count
	for _, one := range model.Holds {
		if isTrue(one.When, request) {
			held = one.Images
			break
		}
	}
	paid := max(0, countReferences(model.References, request)-model.Surcharge.Free)
	added := new(big.Int).Mul(toNano(model.Surcharge.Rate), big.NewInt(paid))
	amount := func(units int64) string {
		sum := new(big.Int).Mul(unit, big.NewInt(units))
		return formatNano(multiplyNano(sum.Add(sum, added), e.groupRatio))
	}
	hold, price := amount(held), amount(count)
	if layers := model.Layers; layers != nil && isTrue(layers.When, request) {
		count, price = layers.Max+1, hold
	}
	return &RequestEstimate{
		Model: model.ID, Width: int(size[0]), Height: int(size[1]), Count: int(count), Seconds: int(seconds),
		HoldUSD: hold, PriceUSD: price,
	}
}

func (m *estimateModel) atLeastOne(what string, tree any, request map[string]any) int64 {
	value := evaluate(tree, request).(int64)
	if value < 1 {
		refuse("the %s of a request to %s must be 1 or more; got %d", what, m.ID, value)
	}
	return value
}

// rate returns the price of one unit: the first that fits.
func (m *estimateModel) rate(size [2]int64, tier string) string {
	for _, one := range m.Rates {
		isFitting := one.MaxPixels == nil || size[0]*size[1] <= *one.MaxPixels
		if isFitting && (one.Tier == nil || *one.Tier == tier) {
			return one.Rate
		}
	}
	refuse("%s has no price for %dx%d", m.ID, size[0], size[1])
	return ""
}

func countReferences(fields []string, request map[string]any) int64 {
	count := 0
	for _, field := range fields {
		list, _ := request[field].([]any)
		count += len(list)
	}
	return int64(count)
}
