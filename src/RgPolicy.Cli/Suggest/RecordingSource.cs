using RgPolicy.Cli.Recordings;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Recording;
using RgPolicy.Service.Composing;

namespace RgPolicy.Cli.Suggest;

/// <summary>Takes a recording for what a server runs.</summary>
internal static class RecordingSource
{
    /// <summary>Reads it to its end.</summary>
    public static SourceResult Read(CliContext context, string path, CancellationToken cancellationToken)
    {
        var opening = RecordingReader.Open(context.Resolve(path));
        if (opening.Reader is not { } reader)
        {
            return SourceResult.Failed(
                RefusalKind.Unreachable,
                opening.Problem?.Message ?? "",
                "Make a recording with: rgp record"
            );
        }

        using (reader)
        {
            var workload = WorkloadLook.Read(context, reader, cancellationToken);
            return reader.Problem is { Kind: not RecordingProblemKind.Truncated } problem
                ? SourceResult.Failed(RefusalKind.Unreachable, problem.Message, "No policy was written.")
                : SourceResult.Of(
                    new SuggestSource(
                        Path.GetFileName(path),
                        workload,
                        reader.Header.Host,
                        reader.Header.Server.Kind,
                        path
                    )
                );
        }
    }
}
