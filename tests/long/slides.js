// Looks at a deck in a window of 1280 x 720 px, presses its keys, and leaves what is wrong in place of the page.
'use strict';
addEventListener('load', async () => {
    const faults = [], slides = [...document.querySelectorAll('.slide')];
    const fault = (slide, what) => faults.push(`slide ${slides.indexOf(slide) + 1}: ${what}`);
    const words = node => node.textContent.trim().slice(0, 40);

    const scale = slides[0].getBoundingClientRect().width / 1280; // of the window

    // Lines of text, not boxes: what a reader would miss. A heading in two lines is too long.
    function texts(slide, within) {
        const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT), range = document.createRange();
        const box = slide.getBoundingClientRect();
        for (let node; (node = walker.nextNode());) {
            if (!node.textContent.trim()) continue;
            const size = parseFloat(getComputedStyle(node.parentElement).fontSize);
            if (size < 24) fault(slide, `text of ${size} px: ${words(node)}`);
            if (within.className === 'notes') continue;
            range.selectNodeContents(node);
            for (const line of range.getClientRects())
                if (line.right > box.right - 16 * scale || line.bottom > box.bottom - 8 * scale ||
                    line.left < box.left + 8 * scale)
                    fault(slide, `past the edge: ${words(node)}`);
        }
    }
    function picture(slide, image) {
        const box = slide.getBoundingClientRect(), at = image.getBoundingClientRect();
        if (!image.naturalWidth) return fault(slide, `a picture that cannot be shown: ${image.alt}`);
        if (at.right > box.right + 1 || at.left < box.left - 1 || at.bottom > box.bottom + 1)
                fault(slide, `past the edge: the picture ${image.alt}`);
        const svg = atob(image.src.split(',')[1]), across = svg.match(/viewBox="[\d.]+ [\d.]+ ([\d.]+)/)[1];
        for (const [, size] of svg.matchAll(/font-size: ([\d.]+)px/g))
            if (size * at.width / across < 23.9 * scale)
                fault(slide, `letters of ${size * at.width / across / scale} px in the picture ${image.alt}`);
        for (const line of slide.querySelectorAll('p, li, pre, table'))
            if (!line.contains(image) && meet(line.getBoundingClientRect(), at))
                    fault(slide, `the picture ${image.alt} lies on ${words(line)}`);
    }
    const meet = (a, b) => a.width && a.left < b.right && b.left < a.right &&
        a.top < b.bottom - 16 * scale && b.top < a.bottom - 16 * scale;

    for (const slide of slides) {
        texts(slide, slide);
        slide.querySelectorAll('img').forEach(image => picture(slide, image));
        for (const block of slide.querySelectorAll('pre'))
            if (block.scrollWidth > block.clientWidth) fault(slide, `a line that is too long: ${words(block)}`);
        const heading = slide.querySelector('h2');
        if (heading && heading.getBoundingClientRect().height > 60 * scale)
            fault(slide, `a heading of two lines: ${words(heading)}`);
        const notes = slide.nextElementSibling;
        if (notes && notes.className === 'notes') texts(slide, notes);
        else if (heading) fault(slide, 'has no notes');
    }

    // Each key goes where it says: forwards and backwards by the same steps.
    const press = async key => {
        dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
        await new Promise(done => setTimeout(done, 20));
        return location.hash;
    };
    const expect = (what, seen, wanted) => { if (seen !== wanted) faults.push(`${what}: ${seen}, must be ${wanted}`); };
    const shown = () => [...document.querySelectorAll('.now .step')]
        .filter(part => getComputedStyle(part).visibility === 'visible').length;
    await press('End');
    expect('End', location.hash, `#${slides.length}`);
    expect('Home', await press('Home'), '#1');
    let way = ['#1'];
    for (const slide of slides)
        for (let at = 0; at <= slide.querySelectorAll('.step').length; at++)
            if (slide !== slides[0] || at) {
                const key = ['ArrowRight', 'PageDown', ' ', 'ArrowDown'][way.length % 4];
                const wanted = `#${slides.indexOf(slide) + 1}${at ? '.' + at : ''}`;
                expect(key, await press(key), wanted);
                expect(`steps shown at ${wanted}`, shown(), at);
                way.push(wanted);
            }
    expect('past the end', await press('PageDown'), way[way.length - 1]);
    for (let i = way.length - 2; i >= 0; i--) expect('back', await press(['ArrowLeft', 'PageUp'][i % 2]), way[i]);
    await press('ArrowRight');
    const notes = document.querySelector('.now + .notes');
    const seen = () => notes ? getComputedStyle(notes).visibility : 'nowhere';
    expect('notes at first', seen(), 'hidden');
    await press('n');
    expect('notes after n', seen(), 'visible');
    const frame = document.body.appendChild(document.createElement('iframe'));
    window.open = () => frame.contentWindow; // in place of a window of its own
    await press('w');
    const beside = () => frame.contentDocument.body.textContent.includes(
        (document.querySelector('.now + .notes') || document.body).textContent.trim());
    expect('the window has the notes', beside(), true);
    await press('End');
    expect('the window follows', beside(), true);
    document.body.innerHTML =
        `<pre id="seen">looked at ${slides.length} slides, ${way.length} steps\n${faults.join('\n')}</pre>`;
});
