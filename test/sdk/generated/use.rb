# Lists the models, submits an image, polls its task to the end, and asks a text model: ADDRESS
require 'uri'
require 'gatewright'

address = URI.parse(ARGV.fetch(0))
Gatewright.configure do |config|
  config.scheme = address.scheme
  config.host = "#{address.host}:#{address.port}"
  config.access_token = 'sk-mock'
end

puts "models #{Gatewright::ModelsApi.new.list_models.data.length}"

tasks = Gatewright::TasksApi.new
image = Gatewright::QxImage30.new(model: 'qx-image-3.0', prompt: 'A lighthouse at dawn', size: '16:9')
task = tasks.get_task(Gatewright::ImagesApi.new.create_image(image).data[0].task_id)
until %w[success completed failed cancelled].include?(task.status)
  sleep 0.05
  task = tasks.get_task(task.id)
end
puts "task #{task.status} #{task.result.images[0].url[0]}"

message = Gatewright::ChatMessage.new(role: 'user', content: 'Hello')
request = Gatewright::ChatCompletionRequest.new(model: 'qx3.8-max', messages: [message], stream: false)
puts "answer #{Gatewright::ChatApi.new.create_chat_completion(request).choices[0].message.content.length}"
