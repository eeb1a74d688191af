package gatewright

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// refuse ends an estimate; Estimate returns the error.
func refuse(format string, values ...any) {
	panic(&EstimateError{Message: fmt.Sprintf(format, values...)})
}

// quoted writes a value for a message.
func quoted(value any) string {
	if value == nil {
		return "nothing"
	}
	data, _ := json.Marshal(value) // a value that was JSON
	text := []rune(string(data))
	if len(text) > 100 {
		return string(text[:100]) + "..."
	}
	return string(text)
}

// evaluate evaluates an expression of the contract, which the generator has parsed: a literal, or an operation with operands that
// have the types that they must have. Integers are int64.
func evaluate(tree any, request map[string]any) any {
	operation, isOperation := tree.([]any)
	if !isOperation {
		if number, isNumber := tree.(json.Number); isNumber {
			return toInteger(number, "a literal")
		}
		return tree
	}
	operands := operation[1:]
	operand := func(index int) any { return evaluate(operands[index], request) }
	switch name := operation[0].(string); name {
	case "int", "text", "flag":
		return read(name, operands, request)
	case "length":
		return int64(len(read("list", operands, request).([]any)))
	case "has":
		return find(operands, request) != nil
	case "!":
		return !operand(0).(bool)
	case "&&":
		return operand(0).(bool) && operand(1).(bool)
	case "||":
		return operand(0).(bool) || operand(1).(bool)
	case "?:":
		if operand(0).(bool) {
			return operand(1)
		}
		return operand(2)
	case "==":
		return operand(0) == operand(1)
	case "<":
		return operand(0).(int64) < operand(1).(int64)
	default:
		return calculate(name, operand(0).(int64), operand(1).(int64))
	}
}

func isTrue(tree any, request map[string]any) bool {
	return evaluate(tree, request).(bool)
}

// calculate is exact, or refuses: no operand is beyond what a float holds exactly.
func calculate(operation string, left, right int64) int64 {
	result, size := int64(0), 0.0
	switch operation {
	case "+":
		result = left + right
	case "-":
		result = left - right
	case "*":
		result, size = left*right, math.Abs(float64(left)*float64(right))
	default:
		if right == 0 {
			refuse("the request leads to a division by zero")
		}
		if operation == "/" {
			return left / right
		}
		return left % right
	}
	if max(size, math.Abs(float64(result))) > largestInteger {
		refuse("the request leads to numbers that are too large")
	}
	return result
}

const largestInteger = 1 << 53

// find returns a member; nil when it is absent.
func find(path []any, request map[string]any) any {
	var value any = request
	for _, name := range path {
		object, _ := value.(map[string]any)
		value = object[name.(string)]
	}
	return value
}

// read returns a member of a kind.
func read(kind string, path []any, request map[string]any) any {
	names := make([]string, len(path))
	for index, name := range path {
		names[index] = name.(string)
	}
	name := strings.Join(names, ".")
	wanted := ""
	switch value := find(path, request).(type) {
	case json.Number:
		if kind == "int" {
			return toInteger(value, name)
		}
	case string:
		if kind == "text" {
			return value
		}
	case bool:
		if kind == "flag" {
			return value
		}
	case []any:
		if kind == "list" {
			return value
		}
	}
	switch kind {
	case "int":
		wanted = "an integer"
	case "text":
		wanted = "a string"
	case "flag":
		wanted = "true or false"
	default:
		wanted = "a list"
	}
	refuse("%s must be %s; got %s", name, wanted, quoted(find(path, request)))
	return nil
}

func toInteger(number json.Number, name string) int64 {
	value, err := number.Float64()
	if err != nil || value != math.Trunc(value) || math.Abs(value) > largestInteger {
		refuse("%s must be an integer; got %s", name, number)
	}
	return int64(value)
}
