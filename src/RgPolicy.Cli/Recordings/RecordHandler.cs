using System.Globalization;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Dbms;
using RgPolicy.Dbms.Recording;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Recording;

namespace RgPolicy.Cli.Recordings;

/// <summary>Connects, records, and says what is in the file.</summary>
internal sealed class RecordHandler(CliContext context)
{
    /// <summary>Records until the time is up or it is interrupted; both leave a complete recording.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(RecordRequest request, CancellationToken cancellationToken)
    {
        if (!request.Force && new FileInfo(context.Resolve(request.Out)) is { Exists: true, Length: > 0 })
            return context.Fail(ExitCode.Usage, $"`{request.Out}` exists", "Give another name, or --force.");

        var opened = await ObserverOpener.ConnectAsync(
            context,
            request.Connect,
            request.PasswordFile,
            cancellationToken
        );
        if (opened.Observer is not { } observer)
        {
            return context.Fail(opened.Refusal);
        }

        await using (observer)
        {
            return Create(request.Out) is { } file
                ? await RecordAsync(request, observer, opened.Target, file, cancellationToken)
                : ExitCode.Unreachable;
        }
    }

    private FileStream? Create(string path)
    {
        try
        {
            return new FileStream(context.Resolve(path), FileMode.Create, FileAccess.Write, FileShare.Read);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            context.Fail(
                ExitCode.Unreachable,
                $"cannot write {path}: {failure.Message}",
                "Name a file that you may write with --out."
            );
            return null;
        }
    }

    private async Task<int> RecordAsync(
        RecordRequest request,
        IObserver observer,
        TargetProfile target,
        FileStream file,
        CancellationToken cancellationToken
    )
    {
        var header = new RecordingHeader(observer.Server, target, context.Time.GetUtcNow(), request.KeepTexts);
        var progress = new ProgressLine(context);
        long queries;
        bool isComplete;
        Recorder recorder;
        using (var writer = new RecordingWriter(file, header, new RecordingOptions { KeepTexts = request.KeepTexts }))
        {
            recorder = new Recorder(observer, writer, context.Time, Warn);
            void Show() =>
                progress.Show(() =>
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"recording {recorder.Elapsed.TotalSeconds:0} s, {writer.Queries} queries"
                    )
                );
            isComplete = await recorder.RunAsync(request.For, Show, cancellationToken);
            queries = writer.Queries;
        }

        progress.Clear();
        Report(request, recorder, queries);
        return isComplete
            ? ExitCode.Success
            : context.Finish(ExitCode.Interrupted, $"Interrupted; {request.Out} is complete up to here.");
    }

    private void Warn(string message) => context.Error.WriteLine($"rgp: a poll failed, recording goes on: {message}");

    private void Report(RecordRequest request, Recorder recorder, long queries)
    {
        var size = new FileInfo(context.Resolve(request.Out)).Length;
        if (!request.Json)
        {
            context.Output.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{request.Out}: {queries} queries in {RunText.Seconds(recorder.Elapsed)}, {Sizes.Text(size)}; "
                        + $"{recorder.FailedPolls} polls failed"
                )
            );
            return;
        }

        JsonOutput.WriteDocument(
            context,
            "rgp/record/1",
            json =>
            {
                json.WriteString("path", request.Out);
                json.WriteNumber("queries", queries);
                json.WriteNumber("elapsed_seconds", recorder.Elapsed.TotalSeconds);
                json.WriteNumber("bytes", size);
                json.WriteNumber("failed_polls", recorder.FailedPolls);
            }
        );
    }
}

/// <summary>What <c>rgp record</c> was asked for.</summary>
internal sealed record RecordRequest(
    string Connect,
    string? PasswordFile,
    string Out,
    bool Force,
    TimeSpan? For,
    bool KeepTexts,
    bool Json
);
