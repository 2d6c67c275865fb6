using RgPolicy.Service.Files;
using Serilog.Core;
using Serilog.Events;
using Serilog.Formatting;

namespace RgPolicy.Service.Logging;

/// <summary>The log's file. When it cannot be written the log elsewhere says so once, what is missing is counted, and
/// the file goes on by itself as soon as it can.</summary>
/// <param name="path">The file.</param>
/// <param name="fullAt">The size at which it is full, in bytes.</param>
/// <param name="formatter">How a message looks.</param>
/// <param name="health">Counts what is missing.</param>
/// <param name="elsewhere">Where that is said.</param>
internal sealed class LogFile(string path, long fullAt, ITextFormatter formatter, LogHealth health, ILogger elsewhere)
    : ILogEventSink,
        IDisposable
{
    private const int MostFiles = 8;

    private readonly object _gate = new();
    private readonly GrowingFile _file = new(path, fullAt, MostFiles);
    private long _lost;

    public void Emit(LogEvent logEvent)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        formatter.Format(logEvent, text);
        lock (_gate)
            Write(Encoding.UTF8.GetBytes(text.ToString()));
    }

    public void Dispose()
    {
        lock (_gate)
            _file.Dispose();
    }

    private void Write(byte[] message)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path) ?? "/");
            _file.Append(message);
            if (_lost > 0)
                elsewhere.LogFileBack(path, _lost);

            _lost = 0;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            if (_lost++ == 0)
                elsewhere.LogFileFailed(path, failure.Message);

            health.Miss();
        }
    }
}

/// <summary>How the log's file is doing; written when something is logged, read for the status.</summary>
internal sealed class LogHealth
{
    private long _lost;

    /// <summary>Messages that could not be written to the file since the start.</summary>
    public long Lost => Interlocked.Read(ref _lost);

    /// <summary>One more could not be written.</summary>
    internal void Miss() => Interlocked.Increment(ref _lost);
}
