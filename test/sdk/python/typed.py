"""What mypy must accept and report: each line with an error names it."""

from gatewright import Gatewright, estimate

client = Gatewright(base_url="http://localhost:8080", api_key="sk-mock")

client.images.generate(model="sx-5-0-pro", prompt="A boat", resolution="2K")
client.images.generate(model="qx-image-3.0", prompt="A boat", n=2)
client.images.generate(model="Sx-5.0-lite", prompt="A boat", resolution="2K")
client.images.generate(model="Sx-5.0-pro", prompt="A boat", resolution="2K")  # error: call-overload
client.images.generate(model="sx-5-0-pro", prompt="A boat", negative_prompt="rain")  # error: call-overload
client.images.generate(model="sx-5-0-pro", prompt="A boat", resolution="8K")  # error: call-overload
client.images.generate(model="vxq3", prompt="A boat")  # error: call-overload
client.images.generate(model="qx-image-3.0")  # error: call-overload
client.chat.create(model="qx3.8-max")  # error: call-arg
estimate(model="sx-5-0-pro", prompt="A boat", resolution="2K", first_reference=(640, 960)).hold_usd.is_zero()
estimate(model="sx-5.0-pro", prompt="A boat", resolution="2K")
estimate(model="sx-5-0-pro", prompt="A boat", resolution="8K")  # error: call-overload
reveal = client.images.generate(model="qx-image-3.0", prompt="A boat").wait()["cost"] + 1
