using System.Buffers;
using System.Text.Encodings.Web;
using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Cli.Classify;

/// <summary>One line of signals in, one line of decision out, in order; empty lines are skipped.</summary>
internal sealed class ClassifyStream(CliContext context, PolicyProgram program, Instant at)
{
    private const int MostReported = 20;
    private const int FlushSize = 256 * 1024;

    private readonly AnswerLines _answers = new(program);
    private readonly SignalValues _values = new();
    private readonly ArrayBufferWriter<byte> _output = new(FlushSize);
    private long _lineNumber;

    /// <summary>Lines that could not be read.</summary>
    public long BadLines { get; private set; }

    /// <summary>Runs to the end of the input, or until the reader of the output goes away.</summary>
    public async Task RunAsync(Stream input)
    {
        var lines = new JsonLineReader(input);
        do
        {
            AnswerArrived(lines);
            Flush();
        } while (!context.IsOutputClosed && await lines.ReadAsync(context.Interrupt));

        if (lines.IsTooLong)
        {
            _lineNumber++;
            Refuse($"a line has more than {JsonLineReader.LongestLine} bytes; nothing after it was read");
            Flush();
        }
    }

    private void AnswerArrived(JsonLineReader lines)
    {
        while (lines.TryTake(out var line))
        {
            _lineNumber++;
            Answer(_lineNumber == 1 && line.StartsWith("\uFEFF"u8) ? line[3..] : line);
            if (_output.WrittenCount > FlushSize / 2)
                Flush();
        }
    }

    private void Answer(ReadOnlySpan<byte> line)
    {
        if (line.IndexOfAnyExcept(" \t\r"u8) < 0)
            return;

        SignalMapper.Reset(_values, program.Target);
        if (SignalJson.TryFill(line, _values, out var error))
            _output.Write(_answers.Of(program.Classify(_values, at)));
        else
            Refuse(error);
    }

    private void Refuse(string error)
    {
        BadLines++;
        _output.Write(AnswerLines.OfError(error));
        if (BadLines <= MostReported)
            context.Error.WriteLine($"rgp: line {_lineNumber}: {error}");
    }

    private void Flush()
    {
        context.OutputStream.Write(_output.WrittenSpan);
        context.OutputStream.Flush();
        _output.ResetWrittenCount();
    }
}

/// <summary>The answers of a policy, written once: a query's answer depends only on its class.</summary>
internal sealed class AnswerLines
{
    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly ImmutableArray<byte[]> _final;
    private readonly ImmutableArray<byte[]> _provisional;

    public AnswerLines(PolicyProgram program)
    {
        var classes = Enumerable.Range(0, program.Policy.Classes.Length).ToImmutableArray();
        _final = [.. classes.Select(index => Line(program, index, isProvisional: false))];
        _provisional = [.. classes.Select(index => Line(program, index, isProvisional: true))];
    }

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
