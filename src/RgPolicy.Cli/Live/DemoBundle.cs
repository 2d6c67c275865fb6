using System.Text;
using RgPolicy.Dbms.Recording;

namespace RgPolicy.Cli.Live;

/// <summary>The recording and the policy inside the executable.</summary>
internal static class DemoBundle
{
    /// <summary>What messages call the recording.</summary>
    public const string RecordingName = "samples/htap.rgrec";

    /// <summary>What messages call the policy.</summary>
    public const string PolicyName = "policies/htap.rgp";

    /// <summary>The recording; null in a build without one.</summary>
    public static RecordingOpening? OpenRecording() =>
        Open("htap.rgrec") is { } stream ? RecordingReader.Open(stream, RecordingName) : null;

    /// <summary>The policy's text; null in a build without one.</summary>
    public static string? ReadPolicy()
    {
        if (Open("htap.rgp") is not { } stream)
        {
            return null;
        }

        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }

    private static Stream? Open(string name) => typeof(DemoBundle).Assembly.GetManifestResourceStream(name);
}
