package gatewright

import (
	"context"
	"net/http"
	"net/url"
)

// Models is what the key can use.
type Models struct {
	transport *transport
}

// ListOptions chooses models and what is said about them.
type ListOptions struct {
	Category string
	// Expand names further fields, separated by commas.
	Expand string
}

// List lists the models.
func (m Models) List(ctx context.Context, options ListOptions) (*ModelList, error) {
	return get[ModelList](ctx, m.transport, pathListModels, "category", options.Category, "expand", options.Expand)
}

// Schema returns a model with the JSON Schema of its parameters.
func (m Models) Schema(ctx context.Context, model string) (*ModelDescription, error) {
	return get[ModelDescription](ctx, m.transport, pathGetModelSchemaByQuery, "model", model)
}

// Prices returns the prices of a model for this key.
func (m Models) Prices(ctx context.Context, model string) (*ModelPricing, error) {
	return get[ModelPricing](ctx, m.transport, pathGetModelPricing, "model", model)
}

// Balance is what is left, and what was spent.
type Balance struct {
	transport *transport
}

// Account returns the balance of the account.
func (b Balance) Account(ctx context.Context) (*UserBalance, error) {
	return get[UserBalance](ctx, b.transport, pathGetUserBalance)
}

// Key returns the balance of the key.
func (b Balance) Key(ctx context.Context) (*KeyBalance, error) {
	return get[KeyBalance](ctx, b.transport, pathGetKeyBalance)
}

// Usage returns the charges by day and model; dates are YYYY-MM-DD, or empty.
func (b Balance) Usage(ctx context.Context, startDate, endDate string) (*BillingUsage, error) {
	return get[BillingUsage](ctx, b.transport, pathGetBillingUsage, "start_date", startDate, "end_date", endDate)
}

// Limits returns the spending limits of the account.
func (b Balance) Limits(ctx context.Context) (*BillingSubscription, error) {
	return get[BillingSubscription](ctx, b.transport, pathGetBillingSubscription)
}

// get asks with names and values of a query; empty values are left out.
func get[T any](ctx context.Context, t *transport, path string, query ...string) (*T, error) {
	values := url.Values{}
	for i := 0; i < len(query); i += 2 {
		if query[i+1] != "" {
			values.Set(query[i], query[i+1])
		}
	}
	answer := new(T)
	if err := t.call(ctx, call{method: http.MethodGet, path: path, query: values}, answer); err != nil {
		return nil, err
	}
	return answer, nil
}
