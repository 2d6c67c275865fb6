using System.Text.Json;
using Microsoft.Extensions.Configuration;
using RgPolicy.Dbms.Files;
using RgPolicy.Service.Policies;

namespace RgPolicy.Service.Settings;

/// <summary>A service's settings: one file of JSON, and environment variables such as
/// <c>RgPolicy__Targets__main__Level</c>, which win.</summary>
internal static class SettingsFile
{
    private const int MostBytes = 1 << 20;

    /// <summary>Where it lies when nothing else is said.</summary>
    public static string DefaultPath { get; } =
        OperatingSystem.IsWindows()
            ? Path.Join(
                Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData),
                "RgPolicy",
                "appsettings.json"
            )
            : "/etc/rgpolicy/appsettings.json";

    public static SettingsReading Read(string path)
    {
        if (WritableByAll.Reason(path) is { } reason)
            return Failed(reason);

        try
        {
            var bytes = BoundedFile.Read(path, MostBytes);
            CheckSyntax(bytes);
            using var text = new MemoryStream(bytes);
            var configuration = new ConfigurationBuilder().AddJsonStream(text).AddEnvironmentVariables().Build();
            return SettingsReader.Read(configuration, Path.GetDirectoryName(path) ?? "/");
        }
        catch (JsonException failure)
        {
            return Failed(
                Invariant(
                    $"{path} is not JSON at line {failure.LineNumber + 1}, column {failure.BytePositionInLine + 1}"
                )
            );
        }
        catch (Exception failure) when (failure is FileNotFoundException or DirectoryNotFoundException)
        {
            return Failed($"there is no {path}");
        }
        catch (Exception failure)
            when (failure is IOException or UnauthorizedAccessException or InvalidDataException or FormatException)
        {
            return Failed($"{path} cannot be read: {failure.GetBaseException().Message}");
        }
    }

    // The configuration's own reader does not say where.
    private static void CheckSyntax(byte[] bytes)
    {
        using var document = JsonDocument.Parse(
            bytes,
            new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true }
        );
    }

    private static SettingsReading Failed(string message) => new(null, [new SettingProblem("", message)]);
}
