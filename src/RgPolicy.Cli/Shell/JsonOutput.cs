using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json.Serialization.Metadata;

namespace RgPolicy.Cli.Shell;

/// <summary>Writes whole JSON documents.</summary>
internal static class JsonOutput
{
    private static readonly JsonWriterOptions Options = new()
    {
        Indented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Prints a record behind its schema.</summary>
    public static void WriteDocument<T>(CliContext context, string schema, T record, JsonTypeInfo<T> form) =>
        new JsonReport(context, schema).Write(json =>
        {
            foreach (var member in JsonSerializer.SerializeToElement(record, form).EnumerateObject())
                member.WriteTo(json);
        });

    public static void WriteDocument<T>(CliContext context, T document, JsonTypeInfo<T> form) =>
        Print(context, Bytes(json => JsonSerializer.Serialize(json, document, form)));

    /// <summary>Prints a document that brings its own schema.</summary>
    public static void WriteValue(CliContext context, Action<Utf8JsonWriter> writeValue) =>
        Print(context, Bytes(writeValue));

    public static string Text<T>(T document, JsonTypeInfo<T> form) =>
        Encoding.UTF8.GetString(Bytes(json => JsonSerializer.Serialize(json, document, form)).WrittenSpan);

    public static string Document(string schema, Action<Utf8JsonWriter> writeMembers) =>
        Encoding.UTF8.GetString(Bytes(json => WriteObject(json, schema, writeMembers)).WrittenSpan);

    private static void WriteObject(Utf8JsonWriter json, string schema, Action<Utf8JsonWriter> writeMembers)
    {
        json.WriteStartObject();
        json.WriteString("schema", schema);
        writeMembers(json);
        json.WriteEndObject();
    }

    private static ArrayBufferWriter<byte> Bytes(Action<Utf8JsonWriter> writeValue)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, Options))
            writeValue(json);

        buffer.Write("\n"u8);
        return buffer;
    }

    private static void Print(CliContext context, ArrayBufferWriter<byte> document)
    {
        // What JSON need not escape, such as a mark that turns the direction of text, is escaped here,
        // and means the same.
        context.Output.Write(Encoding.UTF8.GetString(document.WrittenSpan));
        context.Output.Flush();
    }
}

/// <summary>An object that begins with its schema.</summary>
internal readonly record struct JsonReport(CliContext Context, string Schema)
{
    /// <summary>Prints it; nothing is printed when writing its other members fails.</summary>
    public void Write(Action<Utf8JsonWriter> writeMembers)
    {
        Context.Output.Write(JsonOutput.Document(Schema, writeMembers));
        Context.Output.Flush();
    }
}
