using System.ComponentModel;
using System.Diagnostics;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>Starts this same program again, however it was started: by itself or through the dotnet host.</summary>
internal static class SelfCommand
{
    internal static Process? Start(IEnumerable<string> arguments)
    {
        var program = Environment.ProcessPath ?? "rgp-sidecar";
        var start = new ProcessStartInfo(program);
        if (Path.GetFileNameWithoutExtension(program) == "dotnet")
            start.ArgumentList.Add(Path.Join(AppContext.BaseDirectory, "rgp-sidecar.dll"));

        foreach (var argument in arguments)
            start.ArgumentList.Add(argument);

        try
        {
            return Process.Start(start);
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
