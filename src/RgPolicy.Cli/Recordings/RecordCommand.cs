using RgPolicy.Dbms.Recording;
using RgPolicy.Service.Recording;

namespace RgPolicy.Cli.Recordings;

/// <summary><c>rgp record</c>: records what a server runs.</summary>
internal sealed class RecordCommand(CliContext context)
{
    private static readonly Option<string?> Connect = LiveOptions.Connect(isRequired: true);
    private static readonly Option<string[]> TrustedRoles = LiveOptions.TrustedRoles();
    private static readonly Option<string[]> ClientTypes = LiveOptions.ClientBackendTypes();
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();

    private static readonly Option<string> Output = new("--out")
    {
        Description = "The recording to write.",
        HelpName = "FILE",
        Required = true,
    };

    private static readonly Option<bool> Force = new("--force") { Description = "Overwrites the file." };
    private static readonly Option<TimeSpan?> Duration = LiveOptions.For();

    private static readonly Option<bool> NoText = new("--no-text")
    {
        Description = "Leaves the texts of statements out; kind, fingerprint and plan figures stay.",
    };

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "record",
            "Records what a server runs, for replay and suggest.",
            "rgp record --server postgres://rgpolicy@localhost/postgres --out monday.rgrec --for 10min",
            "rgp record --server postgres://rgpolicy@db1/postgres --out monday.rgrec --no-text"
        )
        {
            Details = "With the plans. Nothing on the server is changed.",
        }
            .Takes(Connect, TrustedRoles, ClientTypes, PasswordFile, Output, Force, Duration, NoText)
            .Does(new RecordCommand(context).RunAsync);

    /// <summary>Records until the time is up or it is interrupted; both leave a complete recording.</summary>
    private async Task<int> RunAsync(ParseResult result)
    {
        if (
            !result.GetValue(Force)
            && new FileInfo(context.Resolve(result.GetRequiredValue(Output))) is { Exists: true, Length: > 0 }
        )
            return context.Fail(
                ExitCode.Usage,
                $"`{result.GetRequiredValue(Output)}` exists",
                "Give another name, or --force."
            );

        var (observer, target) = await ObserverOpener.NeedAsync(
            context,
            LiveOptions.ConnectOf(result, Connect, TrustedRoles, ClientTypes) ?? "",
            result.GetValue(PasswordFile)
        );
        await using (observer)
        {
            return await RecordAsync(result, observer, target, Open(result.GetRequiredValue(Output)));
        }
    }

    private FileStream Open(string path)
    {
        try
        {
            return new FileStream(context.Resolve(path), FileMode.Create, FileAccess.Write, FileShare.Read);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new CommandException(
                ExitCode.Unreachable,
                $"cannot write {path}: {failure.Message}",
                "Name a file that you may write with --out."
            );
        }
    }

    private async Task<int> RecordAsync(ParseResult result, IObserver observer, TargetProfile target, FileStream file)
    {
        var header = new RecordingHeader(observer.Server, target, context.Time.GetUtcNow(), !result.GetValue(NoText));
        var progress = new ProgressLine(context);
        long queries;
        bool isComplete;
        Recorder recorder;
        using (
            var writer = new RecordingWriter(
                file,
                header,
                new RecordingOptions { KeepTexts = !result.GetValue(NoText) }
            )
        )
        {
            recorder = new Recorder(observer, context.HostRoot, writer, context.Time, Warn);
            void Show() =>
                progress.Show(() =>
                    Invariant($"recording {recorder.Elapsed.TotalSeconds:0} s, {writer.Queries} queries")
                );
            isComplete = await recorder.RunAsync(result.GetValue(Duration), Show, context.Interrupt);
            queries = writer.Queries;
        }

        progress.Clear();
        Report(result, recorder, queries);
        return isComplete
            ? ExitCode.Success
            : context.Finish(
                ExitCode.Interrupted,
                $"Interrupted; {result.GetRequiredValue(Output)} is complete up to here."
            );
    }

    private void Warn(string message) => context.Error.WriteLine($"rgp: a poll failed, recording goes on: {message}");

    private void Report(ParseResult result, Recorder recorder, long queries)
    {
        var size = new FileInfo(context.Resolve(result.GetRequiredValue(Output))).Length;
        if (!result.WantsJson())
        {
            context.Output.WriteLine(
                Invariant(
                    $"{result.GetRequiredValue(Output)}: {queries} queries in {RunText.Seconds(recorder.Elapsed)}, {Sizes.Text(size)}; {recorder.FailedPolls} polls failed"
                )
            );
            return;
        }

        new JsonReport(context, "rgp/record/1").Write(json =>
        {
            json.WriteString("path", result.GetRequiredValue(Output));
            json.WriteNumber("queries", queries);
            json.WriteNumber("elapsed_seconds", recorder.Elapsed.TotalSeconds);
            json.WriteNumber("bytes", size);
            json.WriteNumber("failed_polls", recorder.FailedPolls);
        });
    }
}
