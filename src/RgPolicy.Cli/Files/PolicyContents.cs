using System.Runtime.CompilerServices;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Files;

/// <summary>Reads the policies that a command line names, one after the other.</summary>
internal static class PolicyContents
{
    /// <summary>Each file that can be read, with its bytes.</summary>
    /// <param name="context">Gives standard input.</param>
    /// <param name="files">The files.</param>
    /// <param name="problems">Takes what cannot be read, each a sentence.</param>
    /// <param name="cancellationToken">Ends it between two files.</param>
    public static async IAsyncEnumerable<(InputFile File, byte[] Bytes)> ReadAsync(
        CliContext context,
        IEnumerable<InputFile> files,
        List<string> problems,
        [EnumeratorCancellation] CancellationToken cancellationToken
    )
    {
        foreach (var file in files)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var content = await FileContent.ReadAsync(context, file, PolicyFiles.MaximumBytes, cancellationToken);
            if (content.Bytes is { } bytes)
            {
                yield return (file, bytes);
            }
            else
            {
                problems.Add(content.Problem ?? "");
            }
        }
    }
}
