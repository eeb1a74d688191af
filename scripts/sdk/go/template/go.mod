module example.com/gatewright

go 1.23
