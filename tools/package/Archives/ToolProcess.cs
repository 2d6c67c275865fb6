using System.ComponentModel;
using System.Diagnostics;

namespace RgPolicy.Package.Archives;

/// <summary>Starts a program that does what .NET has nothing for.</summary>
internal static class ToolProcess
{
    /// <param name="start">What to start.</param>
    /// <param name="package">Debian's package that brings it, for who lacks it.</param>
    public static Process Start(ProcessStartInfo start, string package)
    {
        try
        {
            return Process.Start(start) ?? throw new Win32Exception();
        }
        catch (Win32Exception e)
        {
            throw new InvalidOperationException($"{start.FileName} does not start: apt-get install {package}", e);
        }
    }
}
