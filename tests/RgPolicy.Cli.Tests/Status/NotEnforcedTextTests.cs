using System.Text.Json;
using RgPolicy.Cli.Status;
using RgPolicy.Documents;

namespace RgPolicy.Cli.Tests.Status;

/// <summary>What is not carried out is said with its reason.</summary>
public sealed class NotEnforcedTextTests
{
    [Fact]
    public void Write_StepWithoutEffect_SaysWhy() =>
        Assert.Equal(
            ["", "Not carried out by this service here", "  rule slow: limit cpu cap 20% (line 7): no lever"],
            Written(
                """
                { "not_enforced": [{ "name": "rule slow: limit cpu cap 20%", "line": 7, "reason": "no lever" }] }
                """
            )
        );

    [Fact]
    public void Write_ServiceThatTellsOfSettings_SaysEachOnce() =>
        Assert.Equal(
            ["", "Not carried out by this service here", "  pool heavy: maxdop 2 (line 3): never for what runs"],
            Written(
                """
                { "not_enforced": [{ "name": "pool heavy: maxdop 2", "line": 3, "reason": "never for what runs" }],
                  "pools": [{ "name": "heavy", "settings": [{ "requested": "maxdop 2", "effect": "none", "reason": "never for what runs" }] }] }
                """
            )
        );

    [Fact]
    public void Write_NothingLeftOut_SaysNothing() =>
        Assert.Equal([""], Written("""{ "not_enforced": [], "pools": [] }"""));

    private static string[] Written(string status)
    {
        using var document = JsonDocument.Parse(status);
        using var output = new StringWriter { NewLine = "\n" };
        NotEnforcedText.Write(output, DocumentFormat.Read(document.RootElement, DocumentFormat.Status)!);
        return output.ToString().TrimEnd('\n').Split('\n');
    }
}
