using System.Buffers;
using System.Collections.Immutable;
using System.Text.Encodings.Web;
using System.Text.Json;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;

namespace RgPolicy.Cli.Classify;

/// <summary>The answers of a policy, written once: a query's answer depends only on its class.</summary>
internal sealed class AnswerLines
{
    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly ImmutableArray<byte[]> _final;
    private readonly ImmutableArray<byte[]> _provisional;

    /// <summary>Writes the answers.</summary>
    public AnswerLines(PolicyProgram program)
    {
        var classes = Enumerable.Range(0, program.Policy.Classes.Length).ToImmutableArray();
        _final = [.. classes.Select(index => Line(program, index, isProvisional: false))];
        _provisional = [.. classes.Select(index => Line(program, index, isProvisional: true))];
    }

    /// <summary>The line of a decision.</summary>
    public ReadOnlySpan<byte> Of(ClassDecision decision) =>
        (decision.IsProvisional ? _provisional : _final)[decision.ClassIndex];

    /// <summary>The line that stands for an input line that cannot be read, so that lines still pair up.</summary>
    public static byte[] OfError(string message) =>
        Write(json =>
        {
            json.WriteNull("class");
            json.WriteNull("pool");
            json.WriteNull("line");
            json.WriteNull("provisional");
            json.WriteString("error", message);
        });

    private static byte[] Line(PolicyProgram program, int index, bool isProvisional)
    {
        var decided = program.Policy.Classes[index];
        return Write(json =>
        {
            json.WriteString("class", decided.Name);
            json.WriteString("pool", decided.Pool.Name);
            json.WriteNumber("line", decided.Range.StartLine);
            json.WriteBoolean("provisional", isProvisional);
        });
    }

    private static byte[] Write(Action<Utf8JsonWriter> writeMembers)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, Options))
        {
            json.WriteStartObject();
            writeMembers(json);
            json.WriteEndObject();
        }

        buffer.Write("\n"u8);
        return buffer.WrittenSpan.ToArray();
    }
}
