using System.Text.Json;
using RgPolicy.Documents;
using RgPolicy.Documents.Simulate;

namespace RgPolicy.Service.Web.Simulated;

/// <summary>The file of a simulation, read anew for each page: another one may have been put in its place.</summary>
/// <param name="path">What <c>rgp simulate --format json</c> has printed.</param>
internal sealed class SimulatedFile(string path)
{
    private const int MostBytes = 16 << 20;

    /// <summary>The simulation, or why there is none.</summary>
    public (SimulateDocument? Document, string? Problem) Read()
    {
        try
        {
            // A pipe has no length, and opening one would wait for a writer.
            if (new FileInfo(path).Length == 0)
            {
                return (null, $"{path} is empty, or not a file.");
            }

            using var file = new FileStream(
                path,
                FileMode.Open,
                FileAccess.Read,
                FileShare.ReadWrite | FileShare.Delete
            );
            if (!file.CanSeek || file.Length > MostBytes)
            {
                return (null, $"{path} is not a file of at most 16 MiB.");
            }

            var bytes = new byte[file.Length];
            var length = file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            using var json = JsonDocument.Parse(bytes.AsMemory(0, length));
            return DocumentFormat.Read(json.RootElement, DocumentFormat.Simulate) is { Schema: "rgp/simulate/1" } known
                ? (known, null)
                : (
                    null,
                    $"{path} is not a simulation: rgp simulate POLICY --target T --mix day.rgrec --format json writes one."
                );
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            return (null, failure.Message);
        }
    }
}
