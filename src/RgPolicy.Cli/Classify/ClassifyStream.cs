using System.Buffers;
using NodaTime;
using RgPolicy.Cli.Shell;
using RgPolicy.Engine.Compile;
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
    public async Task RunAsync(Stream input, CancellationToken cancellationToken)
    {
        var lines = new JsonLineReader(input);
        do
        {
            AnswerArrived(lines);
            Flush();
        } while (!context.IsOutputClosed && await lines.ReadAsync(cancellationToken));

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
            {
                Flush();
            }
        }
    }

    private void Answer(ReadOnlySpan<byte> line)
    {
        if (line.IndexOfAnyExcept(" \t\r"u8) < 0)
        {
            return;
        }

        SignalMapper.Reset(_values, program.Target);
        if (SignalJson.TryFill(line, _values, out var error))
        {
            _output.Write(_answers.Of(program.Classify(_values, at)));
        }
        else
        {
            Refuse(error);
        }
    }

    private void Refuse(string error)
    {
        BadLines++;
        _output.Write(AnswerLines.OfError(error));
        if (BadLines <= MostReported)
        {
            context.Error.WriteLine($"rgp: line {_lineNumber}: {error}");
        }
    }

    private void Flush()
    {
        context.OutputStream.Write(_output.WrittenSpan);
        context.OutputStream.Flush();
        _output.ResetWrittenCount();
    }
}
