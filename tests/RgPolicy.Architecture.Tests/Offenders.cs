namespace RgPolicy.Architecture.Tests;

internal static class Offenders
{
    /// <summary>Fails with the whole list, one a line.</summary>
    public static void None(IEnumerable<string> offenders) => Assert.Equal("", string.Join('\n', offenders));
}
