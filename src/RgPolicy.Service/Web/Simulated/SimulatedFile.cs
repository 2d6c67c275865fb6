using System.Text.Json;
using RgPolicy.Dbms.Files;
using RgPolicy.Documents;
using RgPolicy.Documents.Simulate;

namespace RgPolicy.Service.Web.Simulated;

/// <summary>The file of a simulation, read anew for each page: another one may have been put in its place.</summary>
/// <param name="path">What <c>rgp simulate --output json</c> has printed.</param>
internal sealed class SimulatedFile(string path)
{
    private const int MostBytes = 16 << 20;

    /// <summary>The simulation, or why there is none.</summary>
    public (SimulateDocument? Document, string? Problem) Read()
    {
        try
        {
            using var json = JsonDocument.Parse(BoundedFile.Read(path, MostBytes));
            return DocumentFormat.Read(json.RootElement, DocumentFormat.Simulate) is { Schema: "rgp/simulate/1" } known
                ? (known, null)
                : (
                    null,
                    $"{path} is not a simulation: rgp simulate POLICY --profile NAME --mix day.rgrec --output json writes one."
                );
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            return (null, failure.Message);
        }
    }
}
