using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace RgPolicy.Cli.Shell;

/// <summary>Writes one whole JSON document to standard output.</summary>
internal static class JsonOutput
{
    private static readonly JsonWriterOptions Options = new()
    {
        Indented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Writes an object that begins with its schema; nothing is printed when writing the members fails.</summary>
    /// <param name="context">Where to.</param>
    /// <param name="schema">Such as <c>rgp/version/1</c>.</param>
    /// <param name="writeMembers">Writes the other members.</param>
    public static void WriteDocument(CliContext context, string schema, Action<Utf8JsonWriter> writeMembers) =>
        WriteValue(context, json =>
        {
            json.WriteStartObject();
            json.WriteString("schema", schema);
            writeMembers(json);
            json.WriteEndObject();
        });

    /// <summary>Writes a document that brings its own schema.</summary>
    public static void WriteValue(CliContext context, Action<Utf8JsonWriter> writeValue)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, Options))
        {
            writeValue(json);
        }

        buffer.Write("\n"u8);
        context.Output.Flush();
        context.OutputStream.Write(buffer.WrittenSpan);
        context.OutputStream.Flush();
    }
}
