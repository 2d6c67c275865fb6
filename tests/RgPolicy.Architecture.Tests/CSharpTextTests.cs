namespace RgPolicy.Architecture.Tests;

public sealed class CSharpTextTests
{
    [Theory]
    [InlineData("a // b", "a     ")]
    [InlineData("a /* b\n */ c", "a     \n    c")]
    [InlineData("f(\"x!.y\")", "f(      )")]
    [InlineData("f(@\"x\"\"y\") z", "f(       ) z")]
    [InlineData("f($\"{a(\"b\")}c\") z", "f(            ) z")]
    [InlineData("f($\"{{a\") z", "f(      ) z")]
    [InlineData("f(\"\"\"a\"b\"\"\") z", "f(         ) z")]
    [InlineData("c = '\"'; d", "c =    ; d")]
    [InlineData("c = '\\''; d", "c =     ; d")]
    public void WithoutLiteralsAndComments_EachForm_LeavesCode(string text, string expected) =>
        Assert.Equal(expected, CSharpText.WithoutLiteralsAndComments(text));
}
