//! What the compiler must accept and report: each line with an error names a part of it.

use gatewright::Client;
use gatewright::types::{ChatCompletionRequest, QxImage30, Sx50Pro, Vxq3};

fn main() {
    let client = Client::new("http://localhost:8080", "sk-mock").unwrap();
    let images = client.images();
    let _ = images.generate(Sx50Pro::new().prompt("A boat").resolution("2K"));
    let _ = images.generate(&QxImage30::new("A boat").n(2));
    let mut boat = Sx50Pro::new();
    boat.negative_prompt = None; // error: no field `negative_prompt` on type `Sx50Pro`
    let _ = images.generate(boat.negative_prompt("rain")); // error: no method named `negative_prompt`
    let _ = images.generate(Sx50Pro::new().n("two")); // error: mismatched types
    let _ = images.generate(QxImage30::new()); // error: takes 1 argument
    let _ = images.generate(Vxq3::new("A boat", ["a.png"])); // error: `Vxq3: ImageRequest` is not satisfied
    let _ = images.generate([("prompt", "A boat")]); // error: ImageRequest` is not satisfied
    let _ = ChatCompletionRequest::new("qx3.8-max", "What is?"); // error: is not an iterator
}
