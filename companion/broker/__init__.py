"""What tables and a tournament hall tell each other over an MQTT broker: topics, messages, and the connection."""
